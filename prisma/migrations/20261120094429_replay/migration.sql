-- AlterTable
ALTER TABLE "executions" ADD COLUMN     "replay" JSONB;

-- AlterTable
ALTER TABLE "journal_entries" ADD COLUMN     "args_hash" TEXT,
ADD COLUMN     "settled" INTEGER;

-- CreateTable
CREATE TABLE "answer_blobs" (
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "stored_size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_blobs_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "answer_blobs_last_used_at_idx" ON "answer_blobs"("last_used_at");

-- What is stored is compressed: PostgreSQL need not try again.
ALTER TABLE "answer_blobs" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
