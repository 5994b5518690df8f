-- The stored values of an agent belong to its name and the source of its keys, not to one key. Of values that several
-- keys stored, the last one stays.
INSERT INTO "stored_values" ("skill", "principal_id", "key", "value", "stored_at")
SELECT DISTINCT ON (v."skill", k."slug", k."source", v."key")
  v."skill", 'agent:' || k."source" || ':' || k."slug", v."key", v."value", v."stored_at"
FROM "stored_values" AS v JOIN "agent_keys" AS k ON k."id" = v."principal_id"
ORDER BY v."skill", k."slug", k."source", v."key", v."stored_at" DESC;

DELETE FROM "stored_values" AS v USING "agent_keys" AS k WHERE k."id" = v."principal_id";
