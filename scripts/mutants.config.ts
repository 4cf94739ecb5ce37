import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../vitest.config.ts";

/** Runs test files one after the other, in the order of the command line. */
class AsNamed extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const place = ({ moduleId }: TestSpecification) => process.argv.indexOf(moduleId);
		return files.toSorted((a, b) => place(a) - place(b));
	}
}

export default mergeConfig(config, {
	test: { maxWorkers: 1, sequence: { sequencer: AsNamed }, setupFiles: ["scripts/take-coverage.ts"] },
});
