/** Loaded before what encodes: libopus looks for the best packets in less than half the time. They are as many bytes. */
import OpusScript from "opusscript";

/** opus_defines.h. */
const setComplexity = 4010;

const { setBitrate } = OpusScript.prototype;
OpusScript.prototype.setBitrate = function (bitrate) {
	setBitrate.call(this, bitrate);
	this.encoderCTL(setComplexity, 0);
};
