-- AlterEnum
ALTER TYPE "execution_status" ADD VALUE 'pending';

-- DropIndex
DROP INDEX "executions_principal_id_started_at_idx";

-- DropIndex
DROP INDEX "executions_started_at_idx";

-- DropIndex
DROP INDEX "executions_status_idx";

-- CreateTable
CREATE TABLE "scripts" (
    "digest" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scripts_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "script_executions" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "profile_id" TEXT NOT NULL,
    "profile_version" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "grant" JSONB NOT NULL,
    "cache_key" TEXT NOT NULL,
    "llm_wait_s" INTEGER NOT NULL,
    "llm_deadline" TIMESTAMPTZ(3),
    "began_at" TIMESTAMPTZ(3),
    "execution_ms" INTEGER NOT NULL DEFAULT 0,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "script_executions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "script_requests" (
    "profile_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "execution_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "script_requests_pkey" PRIMARY KEY ("profile_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "script_executions_token_hash_key" ON "script_executions"("token_hash");

-- CreateIndex
CREATE INDEX "script_executions_cache_key_idx" ON "script_executions"("cache_key");

-- CreateIndex
CREATE INDEX "script_executions_llm_deadline_idx" ON "script_executions"("llm_deadline");

-- CreateIndex
CREATE INDEX "script_executions_profile_id_idx" ON "script_executions"("profile_id");

-- CreateIndex
CREATE INDEX "script_requests_created_at_idx" ON "script_requests"("created_at");

-- CreateIndex
CREATE INDEX "executions_principal_id_started_at_id_idx" ON "executions"("principal_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "executions_principal_id_status_started_at_id_idx" ON "executions"("principal_id", "status", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "executions_skill_started_at_id_idx" ON "executions"("skill", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "executions_status_started_at_id_idx" ON "executions"("status", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "executions_started_at_id_idx" ON "executions"("started_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "script_executions" ADD CONSTRAINT "script_executions_id_fkey" FOREIGN KEY ("id") REFERENCES "executions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "script_executions" ADD CONSTRAINT "script_executions_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
