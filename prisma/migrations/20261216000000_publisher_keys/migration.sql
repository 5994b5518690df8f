-- CreateTable
CREATE TABLE "publisher_keys" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publisher_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "publisher_keys_key_id_idx" ON "publisher_keys"("key_id");
