-- PostgreSQL knows how rows are spread among people: it measures, and keeps more than averages. Nothing is to be told here.
SELECT 1;
