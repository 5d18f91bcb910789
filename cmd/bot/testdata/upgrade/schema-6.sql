CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
CREATE TABLE encounters (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    channel      TEXT    NOT NULL,
    head         INTEGER NOT NULL DEFAULT 0,
    depth        INTEGER NOT NULL DEFAULT 0,
    last         INTEGER NOT NULL DEFAULT 0,
    redo         TEXT    NOT NULL DEFAULT '[]',
    turn         INTEGER NOT NULL DEFAULT 0,
    paused       INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    ended        INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
    started_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    board        TEXT    NOT NULL DEFAULT '',
    board_seq    INTEGER NOT NULL DEFAULT 0,
    announced    INTEGER NOT NULL DEFAULT 0,
    announcement TEXT    NOT NULL DEFAULT '',
    behind       INTEGER NOT NULL GENERATED ALWAYS AS (
        board_seq < last OR (turn <> 0 AND announced <> turn AND ended = 0 AND paused = 0)
    ) VIRTUAL
, remind INTEGER NOT NULL DEFAULT 0, tail INTEGER NOT NULL DEFAULT 0, guild TEXT NOT NULL DEFAULT '') STRICT;
CREATE UNIQUE INDEX encounters_open ON encounters (channel) WHERE ended = 0;
CREATE INDEX encounters_channel ON encounters (channel, id);
CREATE TABLE states (
    encounter INTEGER PRIMARY KEY REFERENCES encounters (id),
    data      TEXT    NOT NULL
, seq INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE checkpoints (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    seq       INTEGER NOT NULL,
    data      TEXT    NOT NULL,
    PRIMARY KEY (encounter, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE settings (
    guild TEXT PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE characters (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX encounters_remind ON encounters (remind) WHERE remind > 0;
CREATE TABLE "entries" (
    id        INTEGER PRIMARY KEY,
    encounter INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    prev      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind = 'did' OR kind = 'noted' OR kind = 'undid' OR kind = 'redid'),
    of_entry  INTEGER NOT NULL DEFAULT 0,
    parent    INTEGER NOT NULL DEFAULT 0,
    depth     INTEGER NOT NULL DEFAULT 0,
    at        INTEGER NOT NULL,
    by_user   TEXT    NOT NULL,
    command   TEXT    NOT NULL,
    events    TEXT    NOT NULL
) STRICT;
CREATE TABLE "interactions" (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    answer BLOB    NOT NULL
) STRICT;
CREATE INDEX encounters_guild ON encounters (guild) WHERE ended = 0;
CREATE TABLE marks (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    seq       INTEGER NOT NULL,
    entry     INTEGER NOT NULL,
    PRIMARY KEY (encounter, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (6, 5, 1, '2026-11-21 22:01:55');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (7, 6, 1, '2026-11-21 22:01:55');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('goose_db_version', 7);
INSERT INTO sqlite_sequence (name, seq) VALUES ('encounters', 2);
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild) VALUES (1, '{{fight}}', 3, 3, 3, '[]', 0, 0, 1, 1795298515148, 1795298515153, '1573820784286236672', 3, 0, '', 0, 3, '1191214212710793216');
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild) VALUES (2, '{{fight}}', 34, 17, 34, '[]', 1882506935664670, 0, 0, 1795298515154, NULL, '1573820788493123584', 34, 1882506935664670, '1573820784433037312', 0, 37, '1191214212710793216');
INSERT INTO states (encounter, data, seq) VALUES (2, '{"version":1,"state":{"name":"Bridge fight","ruleset":"turn-order","phase":"running","round":3,"elapsed":0,"gm":"{{GM}}","turn":1882506935664670,"began":"2026-11-21T22:01:55.185Z","active":[5],"units":[{"id":1,"name":"Knight","side":"party","rolled":true,"natural":6,"base":21,"acted":true,"took":true},{"id":3,"name":"Monk","side":"party","rolled":true,"natural":2,"base":11},{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7","rolled":true,"natural":12,"base":19},{"id":9,"name":"Assassin","side":"foes","key":"assassin|foes||1","rolled":true,"natural":2,"base":3}],"combatants":[{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"acted":true,"has_hp":true,"hp":26,"hp_max":30},{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20},{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":10,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":9,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}],"effects":[{"id":11,"name":"Burning","target":2,"until":"own-turns","remaining":7,"damage":"2"}],"last_id":11}}', 32);
INSERT INTO facts (key, value) VALUES ('commands:http://127.0.0.1:45467/applications/1191184013721993216/commands', X'63666635643532663130366565326663376539623264353935303337316365383836666662393366626134336539656233656135343536636539393832626262');
INSERT INTO facts (key, value) VALUES ('gateway:7fe86ec8dd71c964', X'7B2273657373696F6E223A226134633265663365343730333262633239366537366334643338376161333531222C2275726C223A2277733A2F2F3132372E302E302E313A34353436372F67617465776179222C22736571223A34317D');
INSERT INTO facts (key, value) VALUES ('joined:http://127.0.0.1:45467/1191184013721993216/1191214212710793216', X'323032362D31312D32315432323A30313A35352E3032385A');
INSERT INTO facts (key, value) VALUES ('startsgateway:7fe86ec8dd71c964', X'5B313739353239383531353034315D');
INSERT INTO facts (key, value) VALUES ('store.probe', X'323032362D31312D32315432323A30313A35352E3033393738313934385A');
INSERT INTO interactions (id, at, answer) VALUES (1573820784273653784, 1795298515148, X'7B2274657874223A222A2A4265666F72652A2A20626567696E732C20756E646572205475726E204F726465722E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E506C61796572733A202F696E6974206A6F696E2C206F7220746865204A6F696E20627574746F6E2E20474D3A202F696E69742061646420666F72204E5043732C202F737572707269736520696620736F6D65626F64792069732063617567687420756E6177617265732C202F696E6974207363656E6520746F2073657420746865207363656E652C207468656E202F696E697420726F6C6C2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784282042369, 1795298515150, X'7B2274657874223A2253717569726520285C753030336340313139313237343631303638383339333231365C753030336529206A6F696E732E5C6E5371756972653A206432302028362C20747970656429202B2031203D202A2A372A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784290430977, 1795298515152, X'7B2274657874223A22456E64202A2A4265666F72652A2A3F2049742063616E6E6F742062652074616B656E20757020616761696E2E222C22657068656D6572616C223A747275652C22627574746F6E73223A5B5B7B226C6162656C223A22456E6420746865206669676874222C226964223A22656E643A31373935323938353135313438222C227374796C65223A337D5D5D7D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784294625281, 1795298515153, X'7B2274657874223A222A2A4265666F72652A2A206973206F7665722E5C6E5374616E64696E673A205371756972652028332F33292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784298819585, 1795298515154, X'7B2274657874223A222A2A4272696467652066696768742A2A20626567696E732C20756E646572205475726E204F726465722E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E506C61796572733A202F696E6974206A6F696E2C206F7220746865204A6F696E20627574746F6E2E20474D3A202F696E69742061646420666F72204E5043732C202F737572707269736520696620736F6D65626F64792069732063617567687420756E6177617265732C202F696E6974207363656E6520746F2073657420746865207363656E652C207468656E202F696E697420726F6C6C2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784303013889, 1795298515155, X'7B2274657874223A224B6E6967687420285C753030336340313139313237343631303638383339333231365C753030336529206A6F696E732E5C6E4B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784307208193, 1795298515156, X'7B2274657874223A224D6F6E6B20285C753030336340313139313238393731303138323739333231365C753030336529206A6F696E732E5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784311402497, 1795298515157, X'7B2274657874223A22476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033206A6F696E2E5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784315596801, 1795298515158, X'7B2274657874223A22417373617373696E202868696464656E29206A6F696E732E5C6E417373617373696E3A206432302028322C20747970656429202B2031203D202A2A332A2A222C22657068656D6572616C223A747275657D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784319791105, 1795298515158, X'7B2274657874223A222A2A526F756E6420312A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784323985409, 1795298515159, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784332374017, 1795298515161, X'7B2274657874223A224275726E696E67206F6E204B6E696768743A203920726F756E64732C20322064616D6167652061207475726E2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784336568321, 1795298515162, X'7B2274657874223A22476F626C696E20697320646F6E652E5C6E4E6578743A204D6F6E6B2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784340762626, 1795298515163, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784344956929, 1795298515164, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784349151233, 1795298515165, X'7B2274657874223A224D6F6E6B20697320646F6E652E5C6E54686520474D20616374732E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784353345537, 1795298515166, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784353345540, 1795298515167, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784361734145, 1795298515168, X'7B2274657874223A222A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784361734147, 1795298515169, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784370122753, 1795298515171, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784378511360, 1795298515172, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4275726E696E673A204B6E696768742074616B657320322064616D6167653A2032382F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784378511362, 1795298515173, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784382705665, 1795298515174, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784391094272, 1795298515175, X'7B2274657874223A22476F626C696E20697320646F6E652E5C6E4E6578743A204D6F6E6B2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784391094274, 1795298515175, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784395288577, 1795298515177, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784399482881, 1795298515177, X'7B2274657874223A224D6F6E6B20697320646F6E652E5C6E54686520474D20616374732E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784403677185, 1795298515178, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784407871489, 1795298515180, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784416260097, 1795298515181, X'7B2274657874223A222A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784416260099, 1795298515182, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784420454402, 1795298515183, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784424648705, 1795298515184, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4275726E696E673A204B6E696768742074616B657320322064616D6167653A2032362F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784428843009, 1795298515184, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784433037314, 1795298515186, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784437231617, 1795298515186, X'7B2274657874223A225C753030336340313139313238393731303138323739333231365C753030336520726F6C6C73203264362028322C203429203D203620666F7220666561722E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573820784441425921, 1795298515187, X'7B2274657874223A224D6F6E6B2074616B657320342064616D6167653A2031362F32302E227D');
INSERT INTO marks (encounter, seq, entry) VALUES (2, 32, 35);
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (1, 1, 1, 0, 'did', 0, 0, 1, 1795298515148, '{{GM}}', '/init start name:Before', '[{"t":"encounter-started/1","d":{"name":"Before","ruleset":"turn-order","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (2, 1, 2, 1, 'did', 0, 1, 2, 1795298515150, '{{Anna}}', '/init join name:Squire roll:6 stats:init 1, hp 3', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Squire","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Squire","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":1},"has_hp":true,"hp":3,"hp_max":3}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (3, 1, 3, 2, 'did', 0, 2, 3, 1795298515153, '{{GM}}', 'button end', '[{"t":"encounter-ended/1","d":{}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (4, 2, 1, 0, 'did', 0, 0, 1, 1795298515154, '{{GM}}', '/init start name:Bridge fight', '[{"t":"encounter-started/1","d":{"name":"Bridge fight","ruleset":"turn-order","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (5, 2, 2, 4, 'did', 0, 1, 2, 1795298515155, '{{Anna}}', '/init join name:Knight roll:6 stats:init 15, hp 30', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Knight","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"has_hp":true,"hp":30,"hp_max":30}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":15,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (6, 2, 3, 5, 'did', 0, 2, 3, 1795298515156, '{{Ben}}', '/init join name:Monk roll:2 stats:init 9, hp 20', '[{"t":"unit-formed/1","d":{"unit":{"id":3,"name":"Monk","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20}}},{"t":"initiative-rolled/1","d":{"unit":3,"die":20,"natural":2,"bonus":9,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (7, 2, 4, 6, 'did', 0, 3, 4, 1795298515157, '{{GM}}', '/init add count:3 name:Goblin roll:12 stats:init 7, hp 5', '[{"t":"unit-formed/1","d":{"unit":{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7"}}},{"t":"combatant-added/1","d":{"combatant":{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"initiative-rolled/1","d":{"unit":5,"die":20,"natural":12,"bonus":7,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (8, 2, 5, 7, 'did', 0, 4, 5, 1795298515158, '{{GM}}', '/init add hidden:true name:Assassin roll:2 stats:init 1, hp 9', '[{"t":"unit-formed/1","d":{"unit":{"id":9,"name":"Assassin","side":"foes","key":"assassin|foes||1"}}},{"t":"combatant-added/1","d":{"combatant":{"id":10,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":9,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}}},{"t":"initiative-rolled/1","d":{"unit":9,"die":20,"natural":2,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (9, 2, 6, 8, 'did', 0, 5, 6, 1795298515158, '{{GM}}', '/init roll', '[{"t":"round-began/1","d":{"round":1}},{"t":"turn-began/1","d":{"units":[1],"turn":1882506935664646,"at":"2026-11-21T22:01:55.158759187Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (10, 2, 7, 9, 'did', 0, 6, 7, 1795298515159, '{{Anna}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882506935664647,"at":"2026-11-21T22:01:55.159703857Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (11, 2, 8, 10, 'did', 0, 7, 8, 1795298515161, '{{GM}}', '/effect add damage:2 duration:9 rounds name:Burning target:Knight', '[{"t":"effect-added/1","d":{"effect":{"id":11,"name":"Burning","target":2,"until":"own-turns","remaining":9,"damage":"2"}}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (12, 2, 9, 11, 'did', 0, 8, 9, 1795298515162, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/1","d":{"units":[3],"turn":1882506935664649,"at":"2026-11-21T22:01:55.16279535Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (13, 2, 10, 12, 'did', 0, 9, 10, 1795298515163, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (14, 2, 11, 13, 'undid', 10, 0, 0, 1795298515164, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (15, 2, 12, 14, 'did', 0, 9, 10, 1795298515165, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/1","d":{"units":[9],"turn":1882506935664652,"at":"2026-11-21T22:01:55.165681528Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (16, 2, 13, 15, 'did', 0, 12, 11, 1795298515166, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (17, 2, 14, 16, 'undid', 13, 0, 0, 1795298515167, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (18, 2, 15, 17, 'did', 0, 12, 11, 1795298515168, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":10}},{"t":"turn-ended/1","d":{"unit":9}},{"t":"round-ended/1","d":{"round":1,"elapsed":0}},{"t":"round-began/1","d":{"round":2}},{"t":"turn-began/1","d":{"units":[1],"turn":1882506935664655,"at":"2026-11-21T22:01:55.168407178Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (19, 2, 16, 18, 'did', 0, 15, 12, 1795298515169, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (20, 2, 17, 19, 'undid', 16, 0, 0, 1795298515171, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (21, 2, 18, 20, 'did', 0, 15, 12, 1795298515172, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":30,"to":28,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":11,"remaining":8}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882506935664658,"at":"2026-11-21T22:01:55.172391344Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (22, 2, 19, 21, 'did', 0, 18, 13, 1795298515173, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (23, 2, 20, 22, 'undid', 19, 0, 0, 1795298515173, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (24, 2, 21, 23, 'did', 0, 18, 13, 1795298515175, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/1","d":{"units":[3],"turn":1882506935664661,"at":"2026-11-21T22:01:55.175234008Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (25, 2, 22, 24, 'did', 0, 21, 14, 1795298515175, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (26, 2, 23, 25, 'undid', 22, 0, 0, 1795298515176, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (27, 2, 24, 26, 'did', 0, 21, 14, 1795298515177, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/1","d":{"units":[9],"turn":1882506935664664,"at":"2026-11-21T22:01:55.177705081Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (28, 2, 25, 27, 'did', 0, 24, 15, 1795298515178, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (29, 2, 26, 28, 'undid', 25, 0, 0, 1795298515180, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (30, 2, 27, 29, 'did', 0, 24, 15, 1795298515181, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":10}},{"t":"turn-ended/1","d":{"unit":9}},{"t":"round-ended/1","d":{"round":2,"elapsed":0}},{"t":"round-began/1","d":{"round":3}},{"t":"turn-began/1","d":{"units":[1],"turn":1882506935664667,"at":"2026-11-21T22:01:55.181324987Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (31, 2, 28, 30, 'did', 0, 27, 16, 1795298515182, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (32, 2, 29, 31, 'undid', 28, 0, 0, 1795298515182, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (33, 2, 30, 32, 'did', 0, 27, 16, 1795298515183, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":28,"to":26,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":11,"remaining":7}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882506935664670,"at":"2026-11-21T22:01:55.183977379Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (34, 2, 31, 33, 'did', 0, 30, 17, 1795298515184, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (35, 2, 32, 34, 'undid', 31, 0, 0, 1795298515185, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (36, 2, 33, 35, 'noted', 0, 0, 0, 1795298515186, '{{Ben}}', '/roll dice:2d6 reason:fear', '[{"t":"dice-rolled/1","d":{"by":"{{Ben}}","roll":{"expr":"2d6","total":6,"dice":[{"sides":6,"faces":[2,4]}]},"reason":"fear"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (37, 2, 34, 36, 'did', 0, 30, 17, 1795298515187, '{{GM}}', '/hp amount:-4 target:Monk', '[{"t":"hp-changed/1","d":{"combatant":4,"amount":-4,"tracked":true,"from":20,"to":16,"max":20}}]');
