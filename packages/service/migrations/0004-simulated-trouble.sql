-- What an operator calls it.
ALTER TABLE rehearsal RENAME TO simulated_trouble;
