-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "input_redacted" BOOLEAN NOT NULL DEFAULT false;
