-- A store as version 0.1.0 made it: its tables, and what stood in them after an evening. The fight itself is put in by the test.
create table if not exists fights (
    id text primary key,
    opened integer not null,
    title text not null,
    rulebook text not null,
    room text not null,
    header text not null,
    over text
);
create table if not exists lines (
    fight text not null,
    place integer not null,
    line text not null,
    primary key (fight, place)
) without rowid;
create table if not exists pictures (
    name text primary key,
    kind text not null,
    bytes blob not null
);
create table if not exists house (
    key text not null
);
create table if not exists links (
    token text primary key,
    fight text not null,
    chair integer not null
) without rowid;
insert into house values ('the-key');
insert into pictures values ('00000000000000000000000000000001', 'image/png', x'89504e470d0a1a0a');
insert into links values ('gm-gm-gm-gm-gm-gm-gm-g', 'one', 0);
insert into links values ('ann-ann-ann-ann-ann-an', 'one', 1);
