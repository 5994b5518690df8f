-- CreateTable
CREATE TABLE "usage_days" (
    "day" DATE NOT NULL,
    "owner" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "executions" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "unmeasured" INTEGER NOT NULL,
    "run_ms" BIGINT,
    "fuel" BIGINT,
    "host_calls" BIGINT,
    "bytes" BIGINT,
    "tokens" BIGINT,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("day","owner","skill")
);

-- CreateTable
CREATE TABLE "usage_limits" (
    "owner" TEXT NOT NULL,
    "per_hour" INTEGER,
    "per_day" INTEGER,
    "hour" TIMESTAMPTZ(3),
    "hour_uses" INTEGER NOT NULL DEFAULT 0,
    "day_uses" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_limits_pkey" PRIMARY KEY ("owner")
);
