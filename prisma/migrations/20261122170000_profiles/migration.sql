-- CreateEnum
CREATE TYPE "proposal_state" AS ENUM ('pending', 'applied', 'rejected', 'lapsed');

-- CreateTable
CREATE TABLE "profiles" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "hosts" TEXT[],
    "limits" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "locked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profile_keys" (
    "profile_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_keys_pkey" PRIMARY KEY ("profile_id","name")
);

-- CreateTable
CREATE TABLE "proposals" (
    "id" TEXT NOT NULL,
    "profile_id" TEXT NOT NULL,
    "key" TEXT,
    "host" TEXT,
    "description" TEXT NOT NULL,
    "state" "proposal_state" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "profiles_token_hash_key" ON "profiles"("token_hash");

-- CreateIndex
CREATE INDEX "profiles_key_id_idx" ON "profiles"("key_id");

-- CreateIndex
CREATE INDEX "profiles_created_at_idx" ON "profiles"("created_at" DESC);

-- CreateIndex
CREATE INDEX "profile_keys_name_idx" ON "profile_keys"("name");

-- CreateIndex
CREATE INDEX "proposals_profile_id_state_idx" ON "proposals"("profile_id", "state");

-- CreateIndex
CREATE INDEX "proposals_state_expires_at_idx" ON "proposals"("state", "expires_at");

-- AddForeignKey
ALTER TABLE "profile_keys" ADD CONSTRAINT "profile_keys_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
