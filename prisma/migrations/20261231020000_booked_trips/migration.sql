-- AlterTable
ALTER TABLE "saved_offers" ADD COLUMN     "booked_at" TIMESTAMPTZ(3),
ADD COLUMN     "booking_code" TEXT;
