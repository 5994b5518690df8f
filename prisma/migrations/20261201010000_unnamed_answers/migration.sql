-- AlterTable
ALTER TABLE "confirmations" ADD COLUMN     "unnamed_from" TIMESTAMPTZ(3);
