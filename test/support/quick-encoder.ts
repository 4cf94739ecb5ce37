/**
 * Must be imported before any module that encodes. libopus then searches less than half as long for the best packets,
 * which have the same size.
 */
import OpusScript from "opusscript";

/** From opus_defines.h. */
const setComplexity = 4010;

const { setBitrate } = OpusScript.prototype;
OpusScript.prototype.setBitrate = function (bitrate) {
	setBitrate.call(this, bitrate);
	this.encoderCTL(setComplexity, 0);
};
