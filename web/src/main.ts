// What runs first, and has to be small: calls the table. The page that will show it is a script of its own, which the shells name.

import { dial } from './lib/dial';

dial(location.pathname);
