-- Compatible with 20270111080000_tombstones
-- AlterTable
ALTER TABLE "proposals" ADD COLUMN     "places" TEXT[] DEFAULT ARRAY[]::TEXT[];
