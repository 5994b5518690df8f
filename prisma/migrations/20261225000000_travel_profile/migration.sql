-- AlterTable
ALTER TABLE "users" ADD COLUMN     "travel_profile" JSONB;
