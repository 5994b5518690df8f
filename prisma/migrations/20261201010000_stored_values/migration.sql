-- CreateTable
CREATE TABLE "stored_values" (
    "skill" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "user_id" TEXT,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_values_pkey" PRIMARY KEY ("skill","principal_id","key")
);

-- CreateIndex
CREATE INDEX "stored_values_user_id_idx" ON "stored_values"("user_id");

-- AddForeignKey
ALTER TABLE "stored_values" ADD CONSTRAINT "stored_values_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
