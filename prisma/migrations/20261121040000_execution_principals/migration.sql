-- AlterEnum
CREATE TYPE "execution_status_new" AS ENUM ('running', 'success', 'error');
ALTER TABLE "executions" ALTER COLUMN "status" DROP DEFAULT;
-- Nothing ever wrote the statuses that go.
ALTER TABLE "executions" ALTER COLUMN "status" TYPE "execution_status_new" USING ("status"::text::"execution_status_new");
ALTER TYPE "execution_status" RENAME TO "execution_status_old";
ALTER TYPE "execution_status_new" RENAME TO "execution_status";
DROP TYPE "execution_status_old";

-- AlterTable
ALTER TABLE "executions" DROP COLUMN "cached",
ADD COLUMN     "principal_id" TEXT;

-- Executions of before: a user's, or everybody's.
UPDATE "executions" SET "principal_id" = COALESCE("user_id", 'public');
ALTER TABLE "executions" ALTER COLUMN "principal_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "executions_principal_id_started_at_idx" ON "executions"("principal_id", "started_at" DESC);
