-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "scripts" JSONB NOT NULL DEFAULT '{}';
