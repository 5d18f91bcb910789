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
CREATE TABLE monsters (
    guild TEXT NOT NULL PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE prepared (
    guild TEXT NOT NULL PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE parties (
    channel TEXT NOT NULL,
    user    TEXT NOT NULL,
    guild   TEXT NOT NULL,
    PRIMARY KEY (channel, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX parties_user ON parties (user);
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (6, 5, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (7, 6, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (8, 7, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (9, 8, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (10, 9, 1, '2026-11-22 21:19:25');
INSERT INTO goose_db_version (id, version_id, is_applied, tstamp) VALUES (11, 10, 1, '2026-11-22 21:19:25');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('goose_db_version', 11);
INSERT INTO sqlite_sequence (name, seq) VALUES ('encounters', 2);
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild, text_hash) VALUES (1, '{{fight}}', 3, 3, 3, '[]', 0, 0, 1, 1795382365454, 1795382365481, '1574172477976870912', 3, 0, '{"lead":"**Before** begins (Turn Order). The GM is \u003c@{{GM}}\u003e.\nGM: add NPCs with /init add, use /surprise if anyone is caught off guard, describe the scene with /init scene, then begin with /init roll.","head":"**Before** begins (Turn Order). The GM is \u003c@{{GM}}\u003e.\nGM: add NPCs with /init add, use /surprise if anyone is caught off guard, describe the scene with /init scene, then begin with /init roll.\n\n**Before**"}', 0, 3, '1191214212710793216', '919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec');
INSERT INTO encounters (id, channel, head, depth, last, redo, turn, paused, ended, started_at, ended_at, board, board_seq, announced, announcement, remind, tail, guild, text_hash) VALUES (2, '{{fight}}', 34, 17, 34, '[]', 1927777135847761962, 0, 0, 1795382365487, NULL, '1574172478782177280', 34, 1927777135847761962, '{"lead":"Knight takes 2 damage from Burning: 26/30.","head":"Knight takes 2 damage from Burning: 26/30.\n\n**Round 3 · Goblin**"}', 0, 37, '1191214212710793216', '919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec');
INSERT INTO states (encounter, data, seq) VALUES (2, '{"version":3,"state":{"name":"Bridge fight","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","phase":"running","round":3,"elapsed":0,"gm":"{{GM}}","turn":1927777135847761962,"began":"2026-11-22T21:19:25.649173386Z","restarted":"2026-11-22T21:19:25.668Z","active":[5],"before":[{"unit":1}],"seen_before":[{"unit":1}],"units":[{"id":1,"name":"Knight","side":"party","rolled":true,"natural":6,"base":21,"acted":true,"took":true,"turn_began":1927777135674625779,"turn_ended":true},{"id":3,"name":"Monk","side":"party","rolled":true,"natural":2,"base":11},{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7","rolled":true,"natural":12,"base":19,"turn_began":1927777135847761962},{"id":1048577,"name":"Assassin","side":"foes","key":"assassin|foes||1","rolled":true,"natural":2,"base":3}],"combatants":[{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"acted":true,"has_hp":true,"hp":26,"hp_max":30,"did":1927777135674625779},{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20,"did":1927777136115718871},{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927777135689639323},{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927777135689639323},{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5,"did":1927777135689639323},{"id":1048578,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":1048577,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9,"did":1927777135618995717}],"effects":[{"id":9,"name":"Burning","target":2,"until":"own-turns","remaining":7,"damage":"2"}],"last_id":9,"last_hidden":1048578}}', 32);
INSERT INTO facts (key, value) VALUES ('commands#f7b16839e33032208277a870dd95bfd8', X'30653164366531646634633061653465363135376130373961313831376566383936646135343730363639313731363032373237663532613631373366633262');
INSERT INTO facts (key, value) VALUES ('gateway:811a8380cc0e3ea1', X'7B2273657373696F6E223A223462393339626137343664326265373834646330646637646530323463646239222C2275726C223A2277733A2F2F3132372E302E302E313A33343834392F67617465776179222C22736571223A34317D');
INSERT INTO facts (key, value) VALUES ('joined#09aa156276691bea68393e68d2192d4a', X'323032362D31312D32325432313A31393A32352E3336335A');
INSERT INTO facts (key, value) VALUES ('shardsgateway:811a8380cc0e3ea1', X'31');
INSERT INTO facts (key, value) VALUES ('startsgateway:811a8380cc0e3ea1', X'5B313739353338323336353433305D');
INSERT INTO facts (key, value) VALUES ('store.probe', X'323032362D31312D32325432313A31393A32352E3430363732333534315A');
INSERT INTO interactions (id, at, answer) VALUES (1574172477943316480, 1795382365456, X'7B2274657874223A222A2A4265666F72652A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E222C226368616E6765223A7B22626567616E223A302C22656E646564223A302C226C656164223A222A2A4265666F72652A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172477976870913, 1795382365468, X'7B2274657874223A2253717569726520285C753030336340313139313237343631303638383339333231365C75303033652920686173206A6F696E65642E5C6E5371756972653A206432302028362C20747970656429202B2031203D202A2A372A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478018813953, 1795382365475, X'7B2274657874223A22456E64202A2A4265666F72652A2A3F2049742063616E27742062652072656F70656E65642E222C22657068656D6572616C223A747275652C22627574746F6E73223A5B5B7B226C6162656C223A22456E6420746865206669676874222C226964223A22656E643A31373935333832333635343534222C227374796C65223A337D5D5D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478060756993, 1795382365481, X'7B2274657874223A222A2A4265666F72652A2A206973206F7665722E5C6E5374696C6C207374616E64696E67202831293A2053717569726520332F332E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478085922817, 1795382365487, X'7B2274657874223A222A2A4272696467652066696768742A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E222C226368616E6765223A7B22626567616E223A302C22656E646564223A302C226C656164223A222A2A4272696467652066696768742A2A20626567696E7320285475726E204F72646572292E2054686520474D206973205C753030336340313139313235393531313139333939333231365C75303033652E5C6E474D3A20616464204E5043732077697468202F696E6974206164642C20757365202F737572707269736520696620616E796F6E6520697320636175676874206F66662067756172642C20646573637269626520746865207363656E652077697468202F696E6974207363656E652C207468656E20626567696E2077697468202F696E697420726F6C6C2E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478090117121, 1795382365489, X'7B2274657874223A224B6E6967687420285C753030336340313139313237343631303638383339333231365C75303033652920686173206A6F696E65642E5C6E4B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478115282945, 1795382365497, X'7B2274657874223A224D6F6E6B20285C753030336340313139313238393731303138323739333231365C75303033652920686173206A6F696E65642E5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478157225985, 1795382365503, X'7B2274657874223A22476F626C696E20312C20476F626C696E203220616E6420476F626C696E20332068617665206A6F696E65642E5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478161420289, 1795382365505, X'7B2274657874223A22417373617373696E202868696464656E2920686173206A6F696E65642E5C6E417373617373696E3A206432302028322C20747970656429202B2031203D202A2A332A2A222C22657068656D6572616C223A747275657D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478165614593, 1795382365506, X'7B2274657874223A224B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A5C6E2A2A526F756E6420312A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C226368616E6765223A7B22626567616E223A313932373737373133363230353930373235372C22656E646564223A302C226C656164223A224B6E696768743A206432302028362C20747970656429202B203135203D202A2A32312A2A5C6E476F626C696E3A20643230202831322C20747970656429202B2037203D202A2A31392A2A5C6E4D6F6E6B3A206432302028322C20747970656429202B2039203D202A2A31312A2A227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478174003201, 1795382365514, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373737373133353933333635303839362C22656E646564223A313932373737373133363230353930373235377D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478228529153, 1795382365528, X'7B2274657874223A224B6E69676874206973204275726E696E6720666F72203920726F756E64733A20322064616D6167652061742074686520656E64206F662065616368207475726E2E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478262083585, 1795382365529, X'7B2274657874223A22476F626C696E2773207475726E206973206F7665722E5C6E4E6578743A204D6F6E6B2E222C226368616E6765223A7B22626567616E223A313932373737373133353737363438313339392C22656E646564223A313932373737373133353933333635303839367D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478270472192, 1795382365534, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478299832320, 1795382365540, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478354358272, 1795382365550, X'7B2274657874223A224D6F6E6B2773207475726E206973206F7665722E5C6E54686520474D20616374732E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E4D6F6E6B2773207475726E206973206F7665722E5C6E4E6578743A20417373617373696E2E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373737373133363337343933343633392C22656E646564223A313932373737373133353737363438313339397D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478362746880, 1795382365554, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478379524097, 1795382365557, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478387912704, 1795382365559, X'7B2274657874223A222A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E417373617373696E2773207475726E206973206F7665722E5C6E2A2A526F756E6420322A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373737373133353337363036383834352C22656E646564223A313932373737373133363337343933343633397D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478400495617, 1795382365569, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478446632961, 1795382365573, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478459215873, 1795382365576, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032382F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373737373133353638393633393332332C22656E646564223A313932373737373133353337363036383834352C226C656164223A224B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032382F33302E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478480187392, 1795382365582, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478501158912, 1795382365586, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478526324737, 1795382365591, X'7B2274657874223A22476F626C696E2773207475726E206973206F7665722E5C6E4E6578743A204D6F6E6B2E222C226368616E6765223A7B22626567616E223A313932373737373133363131353731383837312C22656E646564223A313932373737373133353638393633393332337D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478530519041, 1795382365601, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478576656384, 1795382365609, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478631182337, 1795382365616, X'7B2274657874223A224D6F6E6B2773207475726E206973206F7665722E5C6E54686520474D20616374732E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E4D6F6E6B2773207475726E206973206F7665722E5C6E4E6578743A20417373617373696E2E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373737373133353631383939353731372C22656E646564223A313932373737373133363131353731383837317D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478643765249, 1795382365621, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478652153857, 1795382365628, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478685708289, 1795382365635, X'7B2274657874223A222A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22616C6F6E65223A7B2274657874223A224F6E6C7920796F752073656520746869733A5C6E417373617373696E2773207475726E206973206F7665722E5C6E2A2A526F756E6420332A2A20626567696E732E5C6E4E6578743A204B6E696768742E222C22657068656D6572616C223A747275657D2C226368616E6765223A7B22626567616E223A313932373737373133353637343632353737392C22656E646564223A313932373737373133353631383939353731377D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478736039937, 1795382365644, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478757011457, 1795382365648, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478765400065, 1795382365649, X'7B2274657874223A224B6E696768742773207475726E206973206F7665722E5C6E4B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032362F33302E5C6E4E6578743A20476F626C696E2028476F626C696E20312C20476F626C696E203220616E6420476F626C696E2033292E222C226368616E6765223A7B22626567616E223A313932373737373133353834373736313936322C22656E646564223A313932373737373133353637343632353737392C226C656164223A224B6E696768742074616B657320322064616D6167652066726F6D204275726E696E673A2032362F33302E227D7D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478782177281, 1795382365654, X'7B2274657874223A22476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478815731713, 1795382365668, X'7B2274657874223A22556E646F6E653A5C6E5C753030336520476F626C696E20322074616B657320312064616D61676520616E64206973206E6F7720687572742E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478857674753, 1795382365670, X'7B2274657874223A225C753030336340313139313238393731303138323739333231365C753030336520726F6C6C73203264362028332C203429203D203720666F7220666561722E227D');
INSERT INTO interactions (id, at, answer) VALUES (1574172478866063361, 1795382365672, X'7B2274657874223A224D6F6E6B2074616B657320342064616D6167653A2031362F32302E227D');
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
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (1, 1, 1, 0, 'did', 0, 0, 1, 1795382365454, '{{GM}}', '/init start name:Before', '[{"t":"encounter-started/1","d":{"name":"Before","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (2, 1, 2, 1, 'did', 0, 1, 2, 1795382365468, '{{Anna}}', '/init join name:Squire roll:6 stats:init 1, hp 3', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Squire","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Squire","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":1},"has_hp":true,"hp":3,"hp_max":3}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (3, 1, 3, 2, 'did', 0, 2, 3, 1795382365481, '{{GM}}', 'button end', '[{"t":"encounter-ended/1","d":{}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (4, 2, 1, 0, 'did', 0, 0, 1, 1795382365486, '{{GM}}', '/init start name:Bridge fight', '[{"t":"encounter-started/1","d":{"name":"Bridge fight","ruleset":"turn-order","text":"919701818a14c56fb3ec25f0b7b64cf8e6293b4826b78d967f4265ef79a003ec","gm":"{{GM}}"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (5, 2, 2, 4, 'did', 0, 1, 2, 1795382365489, '{{Anna}}', '/init join name:Knight roll:6 stats:init 15, hp 30', '[{"t":"unit-formed/1","d":{"unit":{"id":1,"name":"Knight","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":2,"name":"Knight","kind":"pc","side":"party","owner":"{{Anna}}","unit":1,"stats":{"init":15},"has_hp":true,"hp":30,"hp_max":30}}},{"t":"initiative-rolled/1","d":{"unit":1,"die":20,"natural":6,"bonus":15,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (6, 2, 3, 5, 'did', 0, 2, 3, 1795382365496, '{{Ben}}', '/init join name:Monk roll:2 stats:init 9, hp 20', '[{"t":"unit-formed/1","d":{"unit":{"id":3,"name":"Monk","side":"party"}}},{"t":"combatant-added/1","d":{"combatant":{"id":4,"name":"Monk","kind":"pc","side":"party","owner":"{{Ben}}","unit":3,"stats":{"init":9},"has_hp":true,"hp":20,"hp_max":20}}},{"t":"initiative-rolled/1","d":{"unit":3,"die":20,"natural":2,"bonus":9,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (7, 2, 4, 6, 'did', 0, 3, 4, 1795382365503, '{{GM}}', '/init add count:3 name:Goblin roll:12 stats:init 7, hp 5', '[{"t":"unit-formed/1","d":{"unit":{"id":5,"name":"Goblin","side":"foes","key":"goblin|foes||7"}}},{"t":"combatant-added/1","d":{"combatant":{"id":6,"name":"Goblin 1","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":7,"name":"Goblin 2","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"combatant-added/1","d":{"combatant":{"id":8,"name":"Goblin 3","type":"Goblin","kind":"npc","side":"foes","unit":5,"stats":{"init":7},"has_hp":true,"hp":5,"hp_max":5}}},{"t":"initiative-rolled/1","d":{"unit":5,"die":20,"natural":12,"bonus":7,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (8, 2, 5, 7, 'did', 0, 4, 5, 1795382365505, '{{GM}}', '/init add hidden:true name:Assassin roll:2 stats:init 1, hp 9', '[{"t":"unit-formed/1","d":{"unit":{"id":1048577,"name":"Assassin","side":"foes","key":"assassin|foes||1"}}},{"t":"combatant-added/1","d":{"combatant":{"id":1048578,"name":"Assassin","type":"Assassin","kind":"npc","side":"foes","unit":1048577,"stats":{"init":1},"hidden":true,"has_hp":true,"hp":9,"hp_max":9}}},{"t":"initiative-rolled/1","d":{"unit":1048577,"die":20,"natural":2,"bonus":1,"typed":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (9, 2, 6, 8, 'did', 0, 5, 6, 1795382365506, '{{GM}}', '/init roll', '[{"t":"round-began/1","d":{"round":1}},{"t":"turn-began/2","d":{"units":[1],"turn":1927777136205907257,"at":"2026-11-22T21:19:25.506154017Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (10, 2, 7, 9, 'did', 0, 6, 7, 1795382365514, '{{Anna}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927777135933650896,"at":"2026-11-22T21:19:25.514582318Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (11, 2, 8, 10, 'did', 0, 7, 8, 1795382365528, '{{GM}}', '/effect add damage:2 duration:9 rounds name:Burning target:Knight', '[{"t":"effect-added/1","d":{"effect":{"id":9,"name":"Burning","target":2,"until":"own-turns","remaining":9,"damage":"2"}}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (12, 2, 9, 11, 'did', 0, 8, 9, 1795382365529, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/2","d":{"units":[3],"turn":1927777135776481399,"at":"2026-11-22T21:19:25.529009093Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (13, 2, 10, 12, 'did', 0, 9, 10, 1795382365533, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":4}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (14, 2, 11, 13, 'undid', 10, 0, 0, 1795382365540, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (15, 2, 12, 14, 'did', 0, 9, 10, 1795382365550, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/2","d":{"units":[1048577],"turn":1927777136374934639,"at":"2026-11-22T21:19:25.550702585Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (16, 2, 13, 15, 'did', 0, 12, 11, 1795382365554, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":1048578}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (17, 2, 14, 16, 'undid', 13, 0, 0, 1795382365556, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (18, 2, 15, 17, 'did', 0, 12, 11, 1795382365558, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":1048578}},{"t":"turn-ended/1","d":{"unit":1048577}},{"t":"round-ended/1","d":{"round":1,"elapsed":0}},{"t":"round-began/1","d":{"round":2}},{"t":"turn-began/2","d":{"units":[1],"turn":1927777135376068845,"at":"2026-11-22T21:19:25.558376872Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (19, 2, 16, 18, 'did', 0, 15, 12, 1795382365569, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":2}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (20, 2, 17, 19, 'undid', 16, 0, 0, 1795382365573, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (21, 2, 18, 20, 'did', 0, 15, 12, 1795382365575, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":30,"to":28,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":9,"remaining":8}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927777135689639323,"at":"2026-11-22T21:19:25.57587606Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (22, 2, 19, 21, 'did', 0, 18, 13, 1795382365582, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (23, 2, 20, 22, 'undid', 19, 0, 0, 1795382365586, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (24, 2, 21, 23, 'did', 0, 18, 13, 1795382365591, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":6}},{"t":"member-acted/1","d":{"combatant":7}},{"t":"member-acted/1","d":{"combatant":8}},{"t":"turn-ended/1","d":{"unit":5}},{"t":"turn-began/2","d":{"units":[3],"turn":1927777136115718871,"at":"2026-11-22T21:19:25.591637462Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (25, 2, 22, 24, 'did', 0, 21, 14, 1795382365601, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":4}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (26, 2, 23, 25, 'undid', 22, 0, 0, 1795382365608, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (27, 2, 24, 26, 'did', 0, 21, 14, 1795382365616, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":4}},{"t":"turn-ended/1","d":{"unit":3}},{"t":"turn-began/2","d":{"units":[1048577],"turn":1927777135618995717,"at":"2026-11-22T21:19:25.616446284Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (28, 2, 25, 27, 'did', 0, 24, 15, 1795382365621, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":1048578}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (29, 2, 26, 28, 'undid', 25, 0, 0, 1795382365622, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (30, 2, 27, 29, 'did', 0, 24, 15, 1795382365630, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":1048578}},{"t":"turn-ended/1","d":{"unit":1048577}},{"t":"round-ended/1","d":{"round":2,"elapsed":0}},{"t":"round-began/1","d":{"round":3}},{"t":"turn-began/2","d":{"units":[1],"turn":1927777135674625779,"at":"2026-11-22T21:19:25.630336027Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (31, 2, 28, 30, 'did', 0, 27, 16, 1795382365644, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true,"by":2}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (32, 2, 29, 31, 'undid', 28, 0, 0, 1795382365647, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (33, 2, 30, 32, 'did', 0, 27, 16, 1795382365649, '{{GM}}', '/next', '[{"t":"member-acted/1","d":{"combatant":2}},{"t":"hp-changed/1","d":{"combatant":2,"amount":-2,"tracked":true,"from":28,"to":26,"max":30,"cause":"Burning"}},{"t":"effect-ticked/1","d":{"effect":9,"remaining":7}},{"t":"turn-ended/1","d":{"unit":1}},{"t":"turn-began/2","d":{"units":[5],"turn":1927777135847761962,"at":"2026-11-22T21:19:25.649173386Z"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (34, 2, 31, 33, 'did', 0, 30, 17, 1795382365654, '{{GM}}', '/hp amount:-1 target:Goblin 2', '[{"t":"hp-changed/1","d":{"combatant":7,"amount":-1,"tracked":true,"from":5,"to":4,"max":5,"booked":true}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (35, 2, 32, 34, 'undid', 31, 0, 0, 1795382365668, '{{GM}}', 'undo', '[]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (36, 2, 33, 35, 'noted', 0, 0, 0, 1795382365670, '{{Ben}}', '/roll dice:2d6 reason:fear', '[{"t":"dice-rolled/1","d":{"by":"{{Ben}}","roll":{"expr":"2d6","total":7,"dice":[{"sides":6,"faces":[3,4]}]},"reason":"fear"}}]');
INSERT INTO entries (id, encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES (37, 2, 34, 36, 'did', 0, 30, 17, 1795382365672, '{{GM}}', '/hp amount:-4 target:Monk', '[{"t":"hp-changed/1","d":{"combatant":4,"amount":-4,"tracked":true,"from":20,"to":16,"max":20,"booked":true}}]');
