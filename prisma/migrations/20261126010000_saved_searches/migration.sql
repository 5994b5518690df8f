-- CreateTable
CREATE TABLE "saved_searches" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "data" "data_label",
    "saved_amount" DOUBLE PRECISION,
    "latest_amount" DOUBLE PRECISION,
    "latest_seen_at" TIMESTAMPTZ(3),
    "high_amount" DOUBLE PRECISION,
    "is_armed" BOOLEAN NOT NULL DEFAULT true,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "error_code" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_ask_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "saved_searches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_points" (
    "search_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "skill" TEXT NOT NULL,
    "amount" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL,
    "data" "data_label" NOT NULL,

    CONSTRAINT "price_points_pkey" PRIMARY KEY ("search_id","at","skill")
);

-- CreateTable
CREATE TABLE "price_alerts" (
    "id" TEXT NOT NULL,
    "search_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "amount" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL,
    "data" "data_label" NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asked_hours" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "asked" INTEGER NOT NULL,

    CONSTRAINT "asked_hours_pkey" PRIMARY KEY ("hour")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_searches_user_id_kind_search_key" ON "saved_searches"("user_id", "kind", "search");

-- CreateIndex
CREATE INDEX "price_alerts_search_id_at_idx" ON "price_alerts"("search_id", "at" DESC);

-- AddForeignKey
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_search_id_fkey" FOREIGN KEY ("search_id") REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_search_id_fkey" FOREIGN KEY ("search_id") REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
