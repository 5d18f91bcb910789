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
CREATE TABLE participants (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    user      TEXT    NOT NULL,
    PRIMARY KEY (encounter, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX participants_user ON participants (user);
CREATE INDEX characters_user ON characters (user);
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (6, 5, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (7, 6, 1, '2026-11-22 03:06:36');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (8, 7, 1, '2026-11-22 03:06:36');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('goose_db_version', 8);
INSERT INTO sqlite_sequence (name, seq) VALUES ('encounters', 2);
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild) VALUES (1, '{{fight}}', 3, 3, 3, '[]', 0, 0, 1, 1795316797509, 1795316797708, '1573897466087079936', 3, 0, '', 0, 3, '1191214212710793216');
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild) VALUES (2, '{{fight}}', 34, 17, 34, '[]', 1882526106779678, 0, 0, 1795316797710, NULL, '1573897470331715584', 34, 1882526106779678, '1573897470281383938', 0, 37, '1191214212710793216');
INSERT INTO states (encounter, data, seq) VALUES (2, '{"version":1,"state":{"name":"Bridge fight","ruleset":"turn-order","phase":"running","round":3,"elapsed":0,"gm":"{{GM}}","turn":1882526106779678,"began":"2026-11-22T03:06:38.518Z","active":[5],"units":[{"id":1,"name":"Knight","side":"party","rolled":true,"natural":6,"base":21,"acted":true,"took":true},{"id":3,"name":"Monk","side":"party","rolled":true,"natural":2,"base":11},{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7","rolled":true,"natural":12,"base":19},{"id":9,"name":"Assassin","side":"foes","key":"assassin|foes||1","rolled":true,"natural":2,"base":3}],"combatants":[{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"acted":true,"has_hp":true,"hp":26,"hp_max":30},{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20},{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5},{"id":10,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":9,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}],"effects":[{"id":11,"name":"Burning","target":2,"until":"own-turns","remaining":7,"damage":"2"}],"last_id":11}}', 32);
INSERT INTO facts (key, value) VALUES ('commands#bae261d66db63aae31f56f015ecc043f', X'63666635643532663130366565326663376539623264353935303337316365383836666662393366626134336539656233656135343536636539393832626262');
INSERT INTO facts (key, value) VALUES ('gateway:39dd881c7ae5c555', X'7B2273657373696F6E223A223736646533366664666662323832326331643337343332323535386232323531222C2275726C223A2277733A2F2F3132372E302E302E313A33363133392F67617465776179222C22736571223A34317D');
INSERT INTO facts (key, value) VALUES ('joined#9a7b1251fb8bc706ce15986f73071eaa', X'323032362D31312D32325430333A30363A33362E3739325A');
INSERT INTO facts (key, value) VALUES ('startsgateway:39dd881c7ae5c555', X'5B313739353331363739363837345D');
INSERT INTO facts (key, value) VALUES ('store.probe', X'323032362D31312D32325430333A30363A33362E3837313830373538395A');
INSERT INTO interactions (id, at, answer) VALUES (1573897466015776768, 1795316797510, X'7B2274657874223A222A2A4265666F72652A2A20626567696E732C20756E646572205475726E204F726465722E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E506C61796572733A202F696E6974206A6F696E2C206F7220746865204A6F696E20627574746F6E2E20474D3A202F696E69742061646420666F72204E5043732C202F737572707269736520696620736F6D65626F64792069732063617567687420756E6177617265732C202F696E6974207363656E6520746F2073657420746865207363656E652C207468656E202F696E697420726F6C6C2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466066108417, 1795316797512, X'7B2274657874223A2253717569726520285C753030336340313139313237343631303638383339333231365C753030336529206A6F696E732E5C6E5371756972653A206432302028362C20747970656429202B2031203D202A2A372A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466854637568, 1795316797700, X'7B2274657874223A22456E64202A2A4265666F72652A2A3F2049742063616E6E6F742062652074616B656E20757020616761696E2E222C22657068656D6572616C223A747275652C22627574746F6E73223A5B5B7B226C6162656C223A22456E6420746865206669676874222C226964223A22656E643A31373935333136373937353039222C227374796C65223A337D5D5D7D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466883997697, 1795316797708, X'7B2274657874223A222A2A4265666F72652A2A206973206F7665722E5C6E5374616E64696E673A205371756972652028332F33292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466896580609, 1795316797710, X'7B2274657874223A222A2A4272696467652066696768742A2A20626567696E732C20756E646572205475726E204F726465722E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E506C61796572733A202F696E6974206A6F696E2C206F7220746865204A6F696E20627574746F6E2E20474D3A202F696E69742061646420666F72204E5043732C202F737572707269736520696620736F6D65626F64792069732063617567687420756E6177617265732C202F696E6974207363656E6520746F2073657420746865207363656E652C207468656E202F696E697420726F6C6C2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466913357825, 1795316797714, X'7B2274657874223A224B6E6967687420285C753030336340313139313237343631303638383339333231365C753030336529206A6F696E732E5C6E4B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466921746433, 1795316797722, X'7B2274657874223A224D6F6E6B20285C753030336340313139313238393731303138323739333231365C753030336529206A6F696E732E5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466955300865, 1795316797724, X'7B2274657874223A22476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033206A6F696E2E5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466963689473, 1795316797728, X'7B2274657874223A22417373617373696E202868696464656E29206A6F696E732E5C6E417373617373696E3A206432302028322C20747970656429202B2031203D202A2A332A2A222C22657068656D6572616C223A747275657D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466980466689, 1795316797730, X'7B2274657874223A222A2A526F756E6420312A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897466997243904, 1795316797733, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897468016459777, 1795316798348, X'7B2274657874223A224275726E696E67206F6E204B6E696768743A203920726F756E64732C20322064616D6167652061207475726E2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469840982017, 1795316798413, X'7B2274657874223A22476F626C696E20697320646F6E652E5C6E4E6578743A204D6F6E6B2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469853564928, 1795316798414, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469895507969, 1795316798428, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469924868097, 1795316798433, X'7B2274657874223A224D6F6E6B20697320646F6E652E5C6E54686520474D20616374732E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469971005440, 1795316798442, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897469991976961, 1795316798452, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470025531393, 1795316798456, X'7B2274657874223A222A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470033920001, 1795316798457, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470046502912, 1795316798461, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470067474433, 1795316798465, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4275726E696E673A204B6E696768742074616B657320322064616D6167653A2032382F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470075863041, 1795316798468, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470080057345, 1795316798469, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470088445953, 1795316798470, X'7B2274657874223A22476F626C696E20697320646F6E652E5C6E4E6578743A204D6F6E6B2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470109417473, 1795316798476, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470122000385, 1795316798480, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470155554816, 1795316798489, X'7B2274657874223A224D6F6E6B20697320646F6E652E5C6E54686520474D20616374732E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470176526336, 1795316798491, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470193303553, 1795316798499, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470214275073, 1795316798501, X'7B2274657874223A222A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470235246593, 1795316798505, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470239440897, 1795316798507, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470272995329, 1795316798515, X'7B2274657874223A224B6E6967687420697320646F6E652E5C6E4275726E696E673A204B6E696768742074616B657320322064616D6167653A2032362F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470281383937, 1795316798516, X'7B2274657874223A22476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470289772545, 1795316798521, X'7B2274657874223A2254616B656E206261636B3A5C6E5C753030336520476F626C696E20322074616B657320312064616D6167653A20687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470323326977, 1795316798527, X'7B2274657874223A225C753030336340313139313238393731303138323739333231365C753030336520726F6C6C73203264362028362C203429203D20313020666F7220666561722E227D');
INSERT INTO interactions (id, at, answer) VALUES (1573897470327521281, 1795316798528, X'7B2274657874223A224D6F6E6B2074616B657320342064616D6167653A2031362F32302E227D');
INSERT INTO marks (encounter, seq, entry) VALUES (2, 32, 35);
INSERT INTO participants (encounter, user) VALUES (1, '{{GM}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{GM}}');
INSERT INTO participants (encounter, user) VALUES (1, '{{Anna}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{Anna}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{Ben}}');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (1, 1, 1, 0, 'did', 0, 0, 1, 1795316797509, '{{GM}}', '/init start name:Before', '[{"t":"encounter-started/1","d":{"name":"Before","ruleset":"turn-order","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (2, 1, 2, 1, 'did', 0, 1, 2, 1795316797512, '{{Anna}}', '/init join name:Squire roll:6 stats:init 1, hp 3', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Squire","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Squire","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":1},"has_hp":true,"hp":3,"hp_max":3}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (3, 1, 3, 2, 'did', 0, 2, 3, 1795316797708, '{{GM}}', 'button end', '[{"t":"encounter-ended/1","d":{}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (4, 2, 1, 0, 'did', 0, 0, 1, 1795316797710, '{{GM}}', '/init start name:Bridge fight', '[{"t":"encounter-started/1","d":{"name":"Bridge fight","ruleset":"turn-order","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (5, 2, 2, 4, 'did', 0, 1, 2, 1795316797714, '{{Anna}}', '/init join name:Knight roll:6 stats:init 15, hp 30', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Knight","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"has_hp":true,"hp":30,"hp_max":30}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":15,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (6, 2, 3, 5, 'did', 0, 2, 3, 1795316797722, '{{Ben}}', '/init join name:Monk roll:2 stats:init 9, hp 20', '[{"t":"unit-formed/1","d":{"unit":{"id":3,"name":"Monk","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20}}},{"t":"initiative-rolled/1","d":{"unit":3,"die":20,"natural":2,"bonus":9,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (7, 2, 4, 6, 'did', 0, 3, 4, 1795316797724, '{{GM}}', '/init add count:3 name:Goblin roll:12 stats:init 7, hp 5', '[{"t":"unit-formed/1","d":{"unit":{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7"}}},{"t":"combatant-added/1","d":{"combatant":{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"initiative-rolled/1","d":{"unit":5,"die":20,"natural":12,"bonus":7,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (8, 2, 5, 7, 'did', 0, 4, 5, 1795316797728, '{{GM}}', '/init add hidden:true name:Assassin roll:2 stats:init 1, hp 9', '[{"t":"unit-formed/1","d":{"unit":{"id":9,"name":"Assassin","side":"foes","key":"assassin|foes||1"}}},{"t":"combatant-added/1","d":{"combatant":{"id":10,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":9,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}}},{"t":"initiative-rolled/1","d":{"unit":9,"die":20,"natural":2,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (9, 2, 6, 8, 'did', 0, 5, 6, 1795316797730, '{{GM}}', '/init roll', '[{"t":"round-began/1","d":{"round":1}},{"t":"turn-began/1","d":{"units":[1],"turn":1882526105731078,"at":"2026-11-22T03:06:37.730280988Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (10, 2, 7, 9, 'did', 0, 6, 7, 1795316797733, '{{Anna}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882526105731079,"at":"2026-11-22T03:06:37.733574967Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (11, 2, 8, 10, 'did', 0, 7, 8, 1795316798348, '{{GM}}', '/effect add damage:2 duration:9 rounds name:Burning target:Knight', '[{"t":"effect-added/1","d":{"effect":{"id":11,"name":"Burning","target":2,"until":"own-turns","remaining":9,"damage":"2"}}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (12, 2, 9, 11, 'did', 0, 8, 9, 1795316798413, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/1","d":{"units":[3],"turn":1882526106779657,"at":"2026-11-22T03:06:38.413330561Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (13, 2, 10, 12, 'did', 0, 9, 10, 1795316798414, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (14, 2, 11, 13, 'undid', 10, 0, 0, 1795316798427, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (15, 2, 12, 14, 'did', 0, 9, 10, 1795316798433, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/1","d":{"units":[9],"turn":1882526106779660,"at":"2026-11-22T03:06:38.433239291Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (16, 2, 13, 15, 'did', 0, 12, 11, 1795316798442, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (17, 2, 14, 16, 'undid', 13, 0, 0, 1795316798452, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (18, 2, 15, 17, 'did', 0, 12, 11, 1795316798456, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":10}},{"t":"turn-ended/1","d":{"unit":9}},{"t":"round-ended/1","d":{"round":1,"elapsed":0}},{"t":"round-began/1","d":{"round":2}},{"t":"turn-began/1","d":{"units":[1],"turn":1882526106779663,"at":"2026-11-22T03:06:38.456167597Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (19, 2, 16, 18, 'did', 0, 15, 12, 1795316798457, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (20, 2, 17, 19, 'undid', 16, 0, 0, 1795316798461, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (21, 2, 18, 20, 'did', 0, 15, 12, 1795316798465, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":30,"to":28,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":11,"remaining":8}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882526106779666,"at":"2026-11-22T03:06:38.465792591Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (22, 2, 19, 21, 'did', 0, 18, 13, 1795316798468, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (23, 2, 20, 22, 'undid', 19, 0, 0, 1795316798469, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (24, 2, 21, 23, 'did', 0, 18, 13, 1795316798470, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/1","d":{"units":[3],"turn":1882526106779669,"at":"2026-11-22T03:06:38.47082066Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (25, 2, 22, 24, 'did', 0, 21, 14, 1795316798476, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (26, 2, 23, 25, 'undid', 22, 0, 0, 1795316798480, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (27, 2, 24, 26, 'did', 0, 21, 14, 1795316798489, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/1","d":{"units":[9],"turn":1882526106779672,"at":"2026-11-22T03:06:38.489582914Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (28, 2, 25, 27, 'did', 0, 24, 15, 1795316798491, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (29, 2, 26, 28, 'undid', 25, 0, 0, 1795316798499, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (30, 2, 27, 29, 'did', 0, 24, 15, 1795316798500, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":10}},{"t":"turn-ended/1","d":{"unit":9}},{"t":"round-ended/1","d":{"round":2,"elapsed":0}},{"t":"round-began/1","d":{"round":3}},{"t":"turn-began/1","d":{"units":[1],"turn":1882526106779675,"at":"2026-11-22T03:06:38.500978948Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (31, 2, 28, 30, 'did', 0, 27, 16, 1795316798505, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (32, 2, 29, 31, 'undid', 28, 0, 0, 1795316798506, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (33, 2, 30, 32, 'did', 0, 27, 16, 1795316798515, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":28,"to":26,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":11,"remaining":7}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/1","d":{"units":[5],"turn":1882526106779678,"at":"2026-11-22T03:06:38.515018002Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (34, 2, 31, 33, 'did', 0, 30, 17, 1795316798516, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (35, 2, 32, 34, 'undid', 31, 0, 0, 1795316798518, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (36, 2, 33, 35, 'noted', 0, 0, 0, 1795316798526, '{{Ben}}', '/roll dice:2d6 reason:fear', '[{"t":"dice-rolled/1","d":{"by":"{{Ben}}","roll":{"expr":"2d6","total":10,"dice":[{"sides":6,"faces":[6,4]}]},"reason":"fear"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (37, 2, 34, 36, 'did', 0, 30, 17, 1795316798528, '{{GM}}', '/hp amount:-4 target:Monk', '[{"t":"hp-changed/1","d":{"combatant":4,"amount":-4,"tracked":true,"from":20,"to":16,"max":20}}]');
