-- Which writer's projector may write rows: each new writer takes the next number, so that the projector of one that was frozen writes nothing when it wakes.

alter table projected add column writer bigint not null default 0;
