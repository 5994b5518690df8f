-- AlterTable
ALTER TABLE "users" ADD COLUMN     "mail_language" TEXT NOT NULL DEFAULT 'en';
