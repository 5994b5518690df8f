-- CreateEnum
CREATE TYPE "message_state" AS ENUM ('pending', 'kept', 'delivered', 'delivery_failed');

-- CreateTable
CREATE TABLE "operator_messages" (
    "id" TEXT NOT NULL,
    "execution_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "skill" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "urgent" BOOLEAN NOT NULL,
    "state" "message_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "channel" TEXT,
    "last_error" TEXT,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "operator_messages_execution_id_seq_key" ON "operator_messages"("execution_id", "seq");

-- CreateIndex
CREATE INDEX "operator_messages_noted_at_id_idx" ON "operator_messages"("noted_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operator_messages_state_idx" ON "operator_messages"("state");
