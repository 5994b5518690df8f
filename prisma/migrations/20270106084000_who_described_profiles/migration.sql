-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "described_by_operator" BOOLEAN NOT NULL DEFAULT false;
