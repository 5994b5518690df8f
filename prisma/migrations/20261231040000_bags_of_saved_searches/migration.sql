-- AlterTable
ALTER TABLE "saved_searches" ADD COLUMN     "cabin_bags" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "checked_bags" INTEGER NOT NULL DEFAULT 0;
