// What runs first, and has to be small: calls the table, and puts on the styles that are here. The page that will show it is a script of
// its own, which the shells name.

import { dial } from './lib/dial';
import { dress } from './lib/styles';

dial(location.pathname);
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', dress, { once: true });
else dress();
