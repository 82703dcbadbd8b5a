// What runs first, and has to be small: calls the table, and only then asks for the page that will show it.

import { dial } from './lib/dial';

dial(location.pathname);
void import('./start');
