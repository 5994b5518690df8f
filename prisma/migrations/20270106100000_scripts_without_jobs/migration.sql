-- Scripts are no longer announced by jobs, and nobody would run the last one. The queue may not be installed yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs AS j USING graphile_worker._private_tasks AS t
    WHERE t.id = j.task_id AND t.identifier = 'serve_scripts';
  END IF;
END $$;
