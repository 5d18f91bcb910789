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
, remind INTEGER NOT NULL DEFAULT 0, tail INTEGER NOT NULL DEFAULT 0, guild TEXT NOT NULL DEFAULT '', text_hash TEXT REFERENCES ruleset_texts (hash)) STRICT;
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
CREATE TABLE preferences (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX preferences_user ON preferences (user);
CREATE TABLE ruleset_texts (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE server_rulesets (
    guild TEXT NOT NULL,
    name  TEXT NOT NULL,
    hash  TEXT NOT NULL REFERENCES ruleset_texts (hash),
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX server_rulesets_hash ON server_rulesets (hash);
CREATE INDEX encounters_text ON encounters (text_hash);
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (6, 5, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (7, 6, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (8, 7, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (9, 8, 1, '2026-11-22 16:42:20');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (10, 9, 1, '2026-11-22 16:42:20');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('goose_db_version', 10);
INSERT INTO sqlite_sequence (name, seq) VALUES ('encounters', 2);
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild, text_hash) VALUES (1, '{{fight}}', 3, 3, 3, '[]', 0, 0, 1, 1795365740582, 1795365740588, '1574102748192964608', 3, 0, '{"lead":"**Before** begins (Turn Order). The GM is \u003c@{{GM}}\u003e.\nGM: add NPCs with /init add, use /surprise if anyone is caught off guard, describe the scene with /init scene, then begin with /init roll.","head":"**Before** begins (Turn Order). The GM is \u003c@{{GM}}\u003e.\nGM: add NPCs with /init add, use /surprise if anyone is caught off guard, describe the scene with /init scene, then begin with /init roll.\n\n**Before**"}', 0, 3, '1191214212710793216', '919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec');
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild, text_hash) VALUES (2, '{{fight}}', 34, 17, 34, '[]', 1927759285396691415, 0, 0, 1795365740590, NULL, '1574102748457205760', 34, 1927759285396691415, '{"lead":"Knight takes 2 damage from Burning: 26/30.","head":"Knight takes 2 damage from Burning: 26/30.\n\n**Round 3 · Goblin**"}', 0, 37, '1191214212710793216', '919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec');
INSERT INTO states (encounter, data, seq) VALUES (2, '{"version":3,"state":{"name":"Bridge fight","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","phase":"running","round":3,"elapsed":0,"gm":"{{GM}}","turn":1927759285396691415,"began":"2026-11-22T16:42:20.645967356Z","restarted":"2026-11-22T16:42:20.649Z","active":[5],"before":[{"unit":1}],"seen_before":[{"unit":1}],"units":[{"id":1,"name":"Knight","side":"party","rolled":true,"natural":6,"base":21,"acted":true,"took":true,"turn_began":1927759284956546783,"turn_ended":true},{"id":3,"name":"Monk","side":"party","rolled":true,"natural":2,"base":11},{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7","rolled":true,"natural":12,"base":19,"turn_began":1927759285396691415},{"id":1048577,"name":"Assassin","side":"foes","key":"assassin|foes||1","rolled":true,"natural":2,"base":3}],"combatants":[{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"acted":true,"has_hp":true,"hp":26,"hp_max":30,"did":1927759284956546783},{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20,"did":1927759284739891738},{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927759285114643773},{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927759285114643773},{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927759285114643773},{"id":1048578,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":1048577,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9,"did":1927759284805046495}],"effects":[{"id":9,"name":"Burning","target":2,"until":"own-turns","remaining":7,"damage":"2"}],"last_id":9,"last_hidden":1048578}}', 32);
INSERT INTO facts (key, value) VALUES ('commands#5e2e87c19161e3e3cba95997de606df1', X'31383061333538343939336538643733323432386538376365313063376264333362356466313338633839346133626661343734303665313532373730626465');
INSERT INTO facts (key, value) VALUES ('gateway:1322e38733bb6f22', X'7B2273657373696F6E223A223361383464626261373733363638343832343330336434633033383565326632222C2275726C223A2277733A2F2F3132372E302E302E313A34353336372F67617465776179222C22736571223A34317D');
INSERT INTO facts (key, value) VALUES ('joined#08468e3d2b32515c6ca725125e08cb4c', X'323032362D31312D32325431363A34323A32302E3535345A');
INSERT INTO facts (key, value) VALUES ('startsgateway:1322e38733bb6f22', X'5B313739353336353734303537365D');
INSERT INTO facts (key, value) VALUES ('store.probe', X'323032362D31312D32325431363A34323A32302E3537333139373237365A');
INSERT INTO interactions (id, at, answer) VALUES (1574102748180381728, 1795365740583, X'7B2274657874223A222A2A4265666F72652A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E222C226368616E6765223A7B22626567616E223A302C22656E646564223A302C226C656164223A222A2A4265666F72652A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748192964609, 1795365740585, X'7B2274657874223A2253717569726520285C753030336340313139313237343631303638383339333231365C75303033652920686173206A6F696E65642E5C6E5371756972653A206432302028362C20747970656429202B2031203D202A2A372A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748201353216, 1795365740586, X'7B2274657874223A22456E64202A2A4265666F72652A2A3F2049742063616E27742062652072656F70656E65642E222C22657068656D6572616C223A747275652C22627574746F6E73223A5B5B7B226C6162656C223A22456E6420746865206669676874222C226964223A22656E643A31373935333635373430353832222C227374796C65223A337D5D5D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748205547521, 1795365740588, X'7B2274657874223A222A2A4265666F72652A2A206973206F7665722E5C6E5374696C6C207374616E64696E67202831293A2053717569726520332F332E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748213936129, 1795365740590, X'7B2274657874223A222A2A4272696467652066696768742A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E222C226368616E6765223A7B22626567616E223A302C22656E646564223A302C226C656164223A222A2A4272696467652066696768742A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748222324737, 1795365740592, X'7B2274657874223A224B6E6967687420285C753030336340313139313237343631303638383339333231365C75303033652920686173206A6F696E65642E5C6E4B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748230713345, 1795365740593, X'7B2274657874223A224D6F6E6B20285C753030336340313139313238393731303138323739333231365C75303033652920686173206A6F696E65642E5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748234907649, 1795365740594, X'7B2274657874223A22476F626C696E20312C20476F626C696E203220616E6420476F626C696E20332068617665206A6F696E65642E5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748239101953, 1795365740595, X'7B2274657874223A22417373617373696E202868696464656E2920686173206A6F696E65642E5C6E417373617373696E3A206432302028322C20747970656429202B2031203D202A2A332A2A222C22657068656D6572616C223A747275657D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748243296257, 1795365740597, X'7B2274657874223A224B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A5C6E2A2A526F756E6420312A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C226368616E6765223A7B22626567616E223A313932373735393238353436383732393133332C22656E646564223A302C226C656164223A224B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748260073473, 1795365740601, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373735393238353138383935363734372C22656E646564223A313932373735393238353436383732393133337D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748272656385, 1795365740603, X'7B2274657874223A224B6E69676874206973204275726E696E6720666F72203920726F756E64733A20322064616D6167652061742074686520656E64206F662065616368207475726E2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748276850689, 1795365740605, X'7B2274657874223A22476F626C696E2773207475726E206973206F7665722E5C6E4E6578743A204D6F6E6B2E222C226368616E6765223A7B22626567616E223A313932373735393238343635333833373834342C22656E646564223A313932373735393238353138383935363734377D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748289433601, 1795365740608, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748297822209, 1795365740610, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748302016513, 1795365740611, X'7B2274657874223A224D6F6E6B2773207475726E206973206F7665722E5C6E54686520474D20616374732E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E4D6F6E6B2773207475726E206973206F7665722E5C6E4E6578743A20417373617373696E2E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373735393238353237373532323438332C22656E646564223A313932373735393238343635333833373834347D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748310405120, 1795365740613, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748318793729, 1795365740615, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748327182337, 1795365740616, X'7B2274657874223A222A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E417373617373696E2773207475726E206973206F7665722E5C6E2A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373735393238343934373639313832352C22656E646564223A313932373735393238353237373532323438337D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748335570944, 1795365740618, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748339765249, 1795365740620, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748343959553, 1795365740621, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032382F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373735393238353131343634333737332C22656E646564223A313932373735393238343934373639313832352C226C656164223A224B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032382F33302E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748352348161, 1795365740624, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748364931073, 1795365740626, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748373319681, 1795365740627, X'7B2274657874223A22476F626C696E2773207475726E206973206F7665722E5C6E4E6578743A204D6F6E6B2E222C226368616E6765223A7B22626567616E223A313932373735393238343733393839313733382C22656E646564223A313932373735393238353131343634333737337D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748377513985, 1795365740629, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748390096896, 1795365740632, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748398485505, 1795365740634, X'7B2274657874223A224D6F6E6B2773207475726E206973206F7665722E5C6E54686520474D20616374732E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E4D6F6E6B2773207475726E206973206F7665722E5C6E4E6578743A20417373617373696E2E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373735393238343830353034363439352C22656E646564223A313932373735393238343733393839313733387D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748406874113, 1795365740636, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748411068417, 1795365740637, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748419457025, 1795365740638, X'7B2274657874223A222A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E417373617373696E2773207475726E206973206F7665722E5C6E2A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373735393238343935363534363738332C22656E646564223A313932373735393238343830353034363439357D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748427845632, 1795365740642, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748444622848, 1795365740645, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748448817153, 1795365740646, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032362F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373735393238353339363639313431352C22656E646564223A313932373735393238343935363534363738332C226C656164223A224B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032362F33302E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748457205761, 1795365740648, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748465594369, 1795365740650, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748473982977, 1795365740651, X'7B2274657874223A225C753030336340313139313238393731303138323739333231365C753030336520726F6C6C73203264362028352C203229203D203720666F7220666561722E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574102748478177281, 1795365740652, X'7B2274657874223A224D6F6E6B2074616B657320342064616D6167653A2031362F32302E227D');
INSERT INTO marks (encounter, seq, entry) VALUES (2, 32, 35);
INSERT INTO participants (encounter, user) VALUES (1, '{{GM}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{GM}}');
INSERT INTO participants (encounter, user) VALUES (1, '{{Anna}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{Anna}}');
INSERT INTO participants (encounter, user) VALUES (2, '{{Ben}}');
INSERT INTO ruleset_texts (hash, text) VALUES ('919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec', 'roundel: 1
name: turn-order
title: Turn Order

stats:
  init: {is: "Initiative stat, added to the d20", from: -20, to: 99, need: all}

units: {alike: [init]}      # TO-4: NPCs of one type and one init are one unit with one roll
order:
  by: score
  roll: d20 + init          # TO-1: once, highest first
  ties: [d6 a side, choose] # TO-2: tied sides roll; TO-3: tied players of one side choose
wait: bottom, one a side    # TO-6
blow: -10                   # TO-7
surprise: ambush turns      # TO-12
help:
  - >-
    **Ambush.** The ambushers (`/surprise ambush`), hidden or not, each take a turn before round 1. If they are
    discovered first, use `/surprise clear`.
  - >-
    **Initiative.** `/init roll`: a d20 plus the stat `init`, rolled once, highest first. NPCs of one type with the same
    `init` share one roll and one place; the GM plays them in any order.
  - >-
    **Ties** between sides are settled by a d6 each. Tied player characters on one side choose their order with `/init
    place`.
  - >-
    **A turn** ends with `/next`. Everyone acts once per round, even if the order changes.
  - >-
    **Acting last**: once per round, one combatant from each side can move to the end with `/init last`.
  - >-
    **Rolling with the blow**: `/init blow` lowers your score by 10 in your next round with a turn.
  - >-
    **Effects** that last 3 rounds (`/effect add`) last for 3 of the target''s own turns. Their damage is dealt at the
    end of each of those. Effects can change the score too.
');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (1, 1, 1, 0, 'did', 0, 0, 1, 1795365740582, '{{GM}}', '/init start name:Before', '[{"t":"encounter-started/1","d":{"name":"Before","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (2, 1, 2, 1, 'did', 0, 1, 2, 1795365740585, '{{Anna}}', '/init join name:Squire roll:6 stats:init 1, hp 3', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Squire","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Squire","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":1},"has_hp":true,"hp":3,"hp_max":3}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (3, 1, 3, 2, 'did', 0, 2, 3, 1795365740588, '{{GM}}', 'button end', '[{"t":"encounter-ended/1","d":{}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (4, 2, 1, 0, 'did', 0, 0, 1, 1795365740589, '{{GM}}', '/init start name:Bridge fight', '[{"t":"encounter-started/1","d":{"name":"Bridge fight","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (5, 2, 2, 4, 'did', 0, 1, 2, 1795365740592, '{{Anna}}', '/init join name:Knight roll:6 stats:init 15, hp 30', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Knight","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"has_hp":true,"hp":30,"hp_max":30}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":15,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (6, 2, 3, 5, 'did', 0, 2, 3, 1795365740593, '{{Ben}}', '/init join name:Monk roll:2 stats:init 9, hp 20', '[{"t":"unit-formed/1","d":{"unit":{"id":3,"name":"Monk","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20}}},{"t":"initiative-rolled/1","d":{"unit":3,"die":20,"natural":2,"bonus":9,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (7, 2, 4, 6, 'did', 0, 3, 4, 1795365740594, '{{GM}}', '/init add count:3 name:Goblin roll:12 stats:init 7, hp 5', '[{"t":"unit-formed/1","d":{"unit":{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7"}}},{"t":"combatant-added/1","d":{"combatant":{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"initiative-rolled/1","d":{"unit":5,"die":20,"natural":12,"bonus":7,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (8, 2, 5, 7, 'did', 0, 4, 5, 1795365740595, '{{GM}}', '/init add hidden:true name:Assassin roll:2 stats:init 1, hp 9', '[{"t":"unit-formed/1","d":{"unit":{"id":1048577,"name":"Assassin","side":"foes","key":"assassin|foes||1"}}},{"t":"combatant-added/1","d":{"combatant":{"id":1048578,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":1048577,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}}},{"t":"initiative-rolled/1","d":{"unit":1048577,"die":20,"natural":2,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (9, 2, 6, 8, 'did', 0, 5, 6, 1795365740596, '{{GM}}', '/init roll', '[{"t":"round-began/1","d":{"round":1}},{"t":"turn-began/2","d":{"units":[1],"turn":1927759285468729133,"at":"2026-11-22T16:42:20.596764607Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (10, 2, 7, 9, 'did', 0, 6, 7, 1795365740601, '{{Anna}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927759285188956747,"at":"2026-11-22T16:42:20.60158627Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (11, 2, 8, 10, 'did', 0, 7, 8, 1795365740603, '{{GM}}', '/effect add damage:2 duration:9 rounds name:Burning target:Knight', '[{"t":"effect-added/1","d":{"effect":{"id":9,"name":"Burning","target":2,"until":"own-turns","remaining":9,"damage":"2"}}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (12, 2, 9, 11, 'did', 0, 8, 9, 1795365740605, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/2","d":{"units":[3],"turn":1927759284653837844,"at":"2026-11-22T16:42:20.605282228Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (13, 2, 10, 12, 'did', 0, 9, 10, 1795365740608, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":4}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (14, 2, 11, 13, 'undid', 10, 0, 0, 1795365740609, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (15, 2, 12, 14, 'did', 0, 9, 10, 1795365740610, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/2","d":{"units":[1048577],"turn":1927759285277522483,"at":"2026-11-22T16:42:20.6109989Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (16, 2, 13, 15, 'did', 0, 12, 11, 1795365740612, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":1048578}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (17, 2, 14, 16, 'undid', 13, 0, 0, 1795365740614, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (18, 2, 15, 17, 'did', 0, 12, 11, 1795365740616, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":1048578}},{"t":"turn-ended/1","d":{"unit":1048577}},{"t":"round-ended/1","d":{"round":1,"elapsed":0}},{"t":"round-began/1","d":{"round":2}},{"t":"turn-began/2","d":{"units":[1],"turn":1927759284947691825,"at":"2026-11-22T16:42:20.616772269Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (19, 2, 16, 18, 'did', 0, 15, 12, 1795365740618, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":2}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (20, 2, 17, 19, 'undid', 16, 0, 0, 1795365740619, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (21, 2, 18, 20, 'did', 0, 15, 12, 1795365740621, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":30,"to":28,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":9,"remaining":8}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927759285114643773,"at":"2026-11-22T16:42:20.621008017Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (22, 2, 19, 21, 'did', 0, 18, 13, 1795365740624, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (23, 2, 20, 22, 'undid', 19, 0, 0, 1795365740625, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (24, 2, 21, 23, 'did', 0, 18, 13, 1795365740627, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/2","d":{"units":[3],"turn":1927759284739891738,"at":"2026-11-22T16:42:20.627365853Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (25, 2, 22, 24, 'did', 0, 21, 14, 1795365740629, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":4}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (26, 2, 23, 25, 'undid', 22, 0, 0, 1795365740632, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (27, 2, 24, 26, 'did', 0, 21, 14, 1795365740634, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/2","d":{"units":[1048577],"turn":1927759284805046495,"at":"2026-11-22T16:42:20.634162179Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (28, 2, 25, 27, 'did', 0, 24, 15, 1795365740636, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":1048578}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (29, 2, 26, 28, 'undid', 25, 0, 0, 1795365740636, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (30, 2, 27, 29, 'did', 0, 24, 15, 1795365740638, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":1048578}},{"t":"turn-ended/1","d":{"unit":1048577}},{"t":"round-ended/1","d":{"round":2,"elapsed":0}},{"t":"round-began/1","d":{"round":3}},{"t":"turn-began/2","d":{"units":[1],"turn":1927759284956546783,"at":"2026-11-22T16:42:20.638754294Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (31, 2, 28, 30, 'did', 0, 27, 16, 1795365740642, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":2}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (32, 2, 29, 31, 'undid', 28, 0, 0, 1795365740644, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (33, 2, 30, 32, 'did', 0, 27, 16, 1795365740645, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":28,"to":26,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":9,"remaining":7}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927759285396691415,"at":"2026-11-22T16:42:20.645967356Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (34, 2, 31, 33, 'did', 0, 30, 17, 1795365740648, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (35, 2, 32, 34, 'undid', 31, 0, 0, 1795365740649, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (36, 2, 33, 35, 'noted', 0, 0, 0, 1795365740651, '{{Ben}}', '/roll dice:2d6 reason:fear', '[{"t":"dice-rolled/1","d":{"by":"{{Ben}}","roll":{"expr":"2d6","total":7,"dice":[{"sides":6,"faces":[5,2]}]},"reason":"fear"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (37, 2, 34, 36, 'did', 0, 30, 17, 1795365740652, '{{GM}}', '/hp amount:-4 target:Monk', '[{"t":"hp-changed/1","d":{"combatant":4,"amount":-4,"tracked":true,"from":20,"to":16,"max":20,"booked":true}}]');
