// Node's ES modules share the CommonJS one, so that there is one of it.
import janggun from "./janggun.cjs";

export const { Janggun, Stockfish } = janggun;
export default Janggun;
