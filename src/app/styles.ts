import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import './fonts.css';
import './tokens.css';
import './global.css';
