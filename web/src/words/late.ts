// The English texts that no first load needs. Every module that says one of them imports this one, so that they are there
// before it runs.
import late from "../../../src/threedown/language/en/page-late.json";
import { english } from "./catalogue";

Object.assign(english, late);
