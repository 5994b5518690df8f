-- CreateEnum
CREATE TYPE "alert_mail_state" AS ENUM ('pending', 'sending', 'sent', 'failed', 'unknown', 'skipped');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "confirmed_email" TEXT,
ADD COLUMN     "mails_alerts" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "email_confirmations" (
    "user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_confirmations_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "alert_mails" (
    "alert_id" TEXT NOT NULL,
    "state" "alert_mail_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "alert_mails_pkey" PRIMARY KEY ("alert_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_confirmations_token_hash_key" ON "email_confirmations"("token_hash");

-- AddForeignKey
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "price_alerts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
