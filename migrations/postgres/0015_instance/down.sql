DROP INDEX jobs_running;
DROP TABLE departed_users;
DROP TABLE instance;
