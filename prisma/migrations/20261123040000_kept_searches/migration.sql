-- CreateTable
CREATE TABLE "kept_searches" (
    "user_id" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "searched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_searches_pkey" PRIMARY KEY ("user_id","note")
);

-- CreateIndex
CREATE INDEX "kept_searches_user_id_searched_at_idx" ON "kept_searches"("user_id", "searched_at");

-- AddForeignKey
ALTER TABLE "kept_searches" ADD CONSTRAINT "kept_searches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
