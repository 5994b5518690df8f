-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "settled_at_takeover" INTEGER;
