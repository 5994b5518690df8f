-- CreateTable
CREATE TABLE "saved_offers" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "product_hash" TEXT NOT NULL,
    "offer" JSONB NOT NULL,
    "data" "data_label" NOT NULL,
    "currency" TEXT NOT NULL,
    "saved_amount" DOUBLE PRECISION NOT NULL,
    "saved_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "latest_amount" DOUBLE PRECISION NOT NULL,
    "latest_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_offers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_offers_user_id_skill_search_idx" ON "saved_offers"("user_id", "skill", "search");

-- CreateIndex
CREATE UNIQUE INDEX "saved_offers_user_id_product_hash_key" ON "saved_offers"("user_id", "product_hash");

-- AddForeignKey
ALTER TABLE "saved_offers" ADD CONSTRAINT "saved_offers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
