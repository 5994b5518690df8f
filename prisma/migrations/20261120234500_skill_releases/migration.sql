-- CreateEnum
CREATE TYPE "skill_tier" AS ENUM ('local', 'verified', 'untrusted');

-- CreateEnum
CREATE TYPE "program_kind" AS ENUM ('bundle', 'image', 'prompt');

-- CreateTable
CREATE TABLE "skill_releases" (
    "digest" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "tier" "skill_tier" NOT NULL,
    "source" TEXT NOT NULL,
    "manifest" JSON NOT NULL,
    "program_kind" "program_kind" NOT NULL,
    "code_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_releases_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "approvals" (
    "digest" TEXT NOT NULL,
    "permissions" JSONB NOT NULL,
    "approved_by" TEXT NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_by" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "enablements" (
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enablements_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "confirmations" (
    "id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "confirmations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "skill_releases_name_idx" ON "skill_releases"("name");

-- CreateIndex
CREATE INDEX "enablements_digest_idx" ON "enablements"("digest");

-- CreateIndex
CREATE INDEX "confirmations_expires_at_idx" ON "confirmations"("expires_at");

-- CreateIndex
CREATE INDEX "executions_skill_digest_idx" ON "executions"("skill_digest");

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_digest_fkey" FOREIGN KEY ("digest") REFERENCES "skill_releases"("digest") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enablements" ADD CONSTRAINT "enablements_digest_fkey" FOREIGN KEY ("digest") REFERENCES "skill_releases"("digest") ON DELETE RESTRICT ON UPDATE CASCADE;
