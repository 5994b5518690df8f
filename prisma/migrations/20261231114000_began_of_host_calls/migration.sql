-- AlterTable
ALTER TABLE "journal_entries" ADD COLUMN "began_ms" DOUBLE PRECISION;
