-- AlterTable
ALTER TABLE "saved_searches" ADD COLUMN     "turn_key" TEXT;

-- CreateTable
CREATE TABLE "run_shares" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "run_shares_pkey" PRIMARY KEY ("hour","key")
);
