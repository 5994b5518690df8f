-- AlterEnum
ALTER TYPE "program_kind" ADD VALUE 'steps';

-- AlterTable
ALTER TABLE "executions" ADD COLUMN "part_of" TEXT;

-- CreateIndex
CREATE INDEX "executions_part_of_idx" ON "executions"("part_of");
