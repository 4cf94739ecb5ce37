-- What goes wrong at gateways can be simulated, too.
CREATE TABLE simulated (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	trouble TEXT NOT NULL CHECK (
		trouble IN ('slow', 'failing', 'terms', 'lock', 'database', 'channel', 'key', 'subscription')
	)
) STRICT;
INSERT INTO simulated SELECT id, trouble FROM simulated_trouble;
DROP TABLE simulated_trouble;
ALTER TABLE simulated RENAME TO simulated_trouble;
