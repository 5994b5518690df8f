-- Compatible with 20270106084000_who_described_profiles
-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "format" INTEGER NOT NULL DEFAULT 1;
