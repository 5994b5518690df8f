-- AlterTable
ALTER TABLE "operator_messages" ADD COLUMN     "read_at" TIMESTAMPTZ(3),
ALTER COLUMN "execution_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "operator_alerts" (
    "key" TEXT NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_alerts_pkey" PRIMARY KEY ("key")
);
