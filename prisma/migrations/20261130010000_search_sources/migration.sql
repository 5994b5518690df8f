-- AlterTable
ALTER TABLE "saved_searches" ADD COLUMN     "compared_from" TIMESTAMPTZ(3),
ADD COLUMN     "sources" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The prices of a search were compared across all sources of its history.
UPDATE "saved_searches" SET "sources" = ARRAY(
    SELECT DISTINCT "skill" FROM "price_points" WHERE "search_id" = "saved_searches"."id"
);
