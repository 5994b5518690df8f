-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "is_durable" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "takeovers" INTEGER NOT NULL DEFAULT 0;
