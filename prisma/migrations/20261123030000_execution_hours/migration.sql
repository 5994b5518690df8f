-- CreateTable
CREATE TABLE "execution_hours" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "counts" JSON NOT NULL,

    CONSTRAINT "execution_hours_pkey" PRIMARY KEY ("hour")
);
