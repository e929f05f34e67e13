import './fonts.css';
import './tokens.css';
import './mantine-variables.gen.css';
import './base.css';
import './waiting.css';
