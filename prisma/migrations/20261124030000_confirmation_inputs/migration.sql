-- CreateEnum
CREATE TYPE "confirmation_answer" AS ENUM ('given', 'declined');

-- AlterTable
ALTER TABLE "confirmations" ADD COLUMN     "answer" "confirmation_answer",
ADD COLUMN     "sealed_input" TEXT,
ADD COLUMN     "skill" TEXT,
ADD COLUMN     "version" TEXT;
