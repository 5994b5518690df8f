-- Compatible with 20270110080000_profile_and_skill
-- CreateTable
CREATE TABLE "tombstones" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT,
    "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstones_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tombstones_token_hash_idx" ON "tombstones"("token_hash");

-- Triggers see every way in which a row ends: each process, whatever its version, the command line, and psql.
-- Their argument is the column with the hash of the token.
CREATE OR REPLACE FUNCTION keep_tombstone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tombstones (id, token_hash) VALUES (OLD.id, to_jsonb(OLD) ->> TG_ARGV[0]) ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER revoked AFTER UPDATE OF revoked_at ON profiles FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION keep_tombstone('token_hash');
CREATE TRIGGER deleted AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION keep_tombstone('token_hash');
CREATE TRIGGER revoked AFTER UPDATE OF revoked_at ON agent_keys FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION keep_tombstone('key_hash');
CREATE TRIGGER deleted AFTER DELETE ON agent_keys FOR EACH ROW EXECUTE FUNCTION keep_tombstone('key_hash');
CREATE TRIGGER revoked AFTER UPDATE OF revoked_at ON console_tokens FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION keep_tombstone('token_hash');
CREATE TRIGGER deleted AFTER DELETE ON console_tokens FOR EACH ROW EXECUTE FUNCTION keep_tombstone('token_hash');

-- What ended before. The audit trail keeps the ids of deleted profiles, without the hashes of their tokens.
INSERT INTO tombstones (id, token_hash, ended_at)
SELECT id, token_hash, revoked_at FROM profiles WHERE revoked_at IS NOT NULL
UNION ALL SELECT id, key_hash, revoked_at FROM agent_keys WHERE revoked_at IS NOT NULL
UNION ALL SELECT id, token_hash, revoked_at FROM console_tokens WHERE revoked_at IS NOT NULL
ON CONFLICT (id) DO NOTHING;
INSERT INTO tombstones (id, ended_at)
SELECT subject, at FROM audit_events WHERE action IN ('profile.deleted', 'profile.swept')
ON CONFLICT (id) DO NOTHING;
