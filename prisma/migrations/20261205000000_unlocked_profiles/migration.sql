-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "creator_hash" TEXT,
ADD COLUMN     "ends_unlocked" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "profiles_creator_hash_idx" ON "profiles"("creator_hash");

-- Profiles that nobody has locked yet end a day after the update.
UPDATE "profiles" SET "ends_unlocked" = true, "expires_at" = now() + interval '24 hours'
WHERE "locked_at" IS NULL AND "revoked_at" IS NULL AND "expires_at" IS NULL;
