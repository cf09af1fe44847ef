"""The three editions of the rulebook and their sections, in the order of the text."""

from __future__ import annotations

from era_of_inventions.tabletop.law.citation import Edition, Section

NL = Edition(
    code="nl",
    file="era_nl.txt",
    name="Dutch",
    sections=(
        # one page: the list of contents runs beside the introduction and the goal
        Section("Inhoud en doel van het spel", "Inhoud"),
        Section("Voorbereiding van het spel", "VOORBEREIDING VAN HET SPEL"),
        Section("Spelverloop", "SPELVERLOOP"),
        Section("Het plaatsen van de actieschijven", "HET PLAATSEN VAN DE ACTIESCHIJVEN"),
        Section("Het uitvoeren van de actievelden", "HET UITVOEREN VAN DE ACTIEVELDEN"),
        Section("Het bouwen van fabrieken", "ACTIEVELD: HET BOUWEN VAN FABRIEKEN"),
        Section("Grondstoffen produceren", "ACTIEVELD: GRONDSTOFFEN PRODUCEREN"),
        Section("Grondstoffen kopen", "ACTIEVELD: GRONDSTOFFEN KOPEN"),
        Section("Uitvindingen produceren", "ACTIEVELD: UITVINDINGEN PRODUCEREN"),
        Section("De ruilmarkt", "ACTIEVELD: DE RUILMARKT"),
        Section(
            "Uitvindingen ontwikkelen of patenten vastleggen",
            "ACTIEVELD: UITVINDINGEN ONTWIKKELEN OF PATENTEN VASTLEGGEN",
        ),
        # "Vit" is how the scan reads "Uit"
        Section("Uitvindingen ontwikkelen", "(a) Vitvindingen ontwikkelen"),
        Section("Patenten vastleggen", "(b) Patenten vastleggen"),
        # the heading's last word is misread by the scan
        Section("De zwarte bonus-actieschijf", "DE ZWARTE BONUS"),
        Section("De voordelen op het telspoor", "DE VOORDELEN OP HET TELSPOOR"),
        Section("Einde van een ronde", "EINDE VAN EEN RONDE"),
        Section("Voorbereiding van een nieuwe ronde", "VOORBEREIDING VAN EEN NIEUWE RONDE"),
        Section("Einde van het spel", "EINDE VAN HET SPEL"),
        Section("Bepalen van de winnaar", "BEPALEN VAN DE WINNAAR"),
        Section("Gelijke stand", "GELIJKE STAND"),
    ),
)

DE = Edition(
    code="de",
    file="era_de.txt",
    name="German",
    sections=(
        Section("Einleitung", "Die Originalregeln"),
        Section("Spielmaterial"),
        Section("Spielvorbereitung"),
        Section("Spielverlauf"),
        Section("Setzen der Aktionsscheiben", "1. Setzen der Aktionsscheiben"),
        Section("Ausführen der Aktionen", "2. Ausführen der Aktionen"),
        Section("Bauen von Fabriken", "AKTION (A): Bauen von Fabriken"),
        Section("Rohstoffe produzieren", "AKTION (B): Rohstoffe produzieren"),
        Section("Rohstoffe kaufen", "AKTION (C): Rohstoffe kaufen"),
        Section("Erfindungen produzieren", "AKTION (D): Erfindungen produzieren"),
        Section("Der Tauschmarkt", "AKTION (E): Der Tauschmarkt"),
        Section(
            "Erfindungen machen oder Patente anmelden",
            "AKTION (F): Erfindungen machen oder Patente anmelden",
        ),
        Section("Erfindungen machen"),
        Section("Patente anmelden"),
        Section("Die schwarze Bonus-Aktionsscheibe"),
        Section("Die Vorteile auf der Einflussleiste"),
        Section("Ende einer Spielrunde"),
        Section("Vorbereitung einer neuen Runde"),
        Section("Ende des Spiels"),
        Section("Die Ermittlung des Gewinners"),
        Section("Gleichstand"),
    ),
)

EN = Edition(
    code="en",
    file="era_en.txt",
    name="English",
    sections=(
        Section("General Game Info", "Era of Inventions - General game info"),
        Section("Introduction", "Era of Inventions - Rules"),
        # these two have no heading of their own in the text: their first entries
        Section("Components", "15 Action Tokens"),
        Section("Setup", "1. Put the game board"),
        Section("Game Play"),
        Section("Placing the Action Tokens", "1. Placing the Action Tokens"),
        Section("Resolving the Action Areas", "2. Resolving the Action Areas"),
        Section("Action Area"),
        Section("Build Factories", "ACTION AREA ONE (A): Build Factories"),
        Section("Factory Production", "ACTION AREA TWO (B): Factory Production"),
        Section("Buy Resources", "ACTION AREA THREE (C): Buy resources"),
        Section("Produce Inventions", "ACTION AREA FOUR (D): Produce Inventions"),
        Section("Exchange Market", "ACTION AREA FIVE (E): Exchange Market"),
        Section(
            "Develop Inventions or Register Patents",
            "ACTION AREA SIX (F): Develop Inventions or Register Patents",
        ),
        Section("Develop Inventions"),
        Section("Register Patents"),
        Section("The Black Bonus Action Tokens"),
        Section("Symbols on the Influence Points Track"),
        Section("The End of a Round"),
        Section("Preparations for a New Game Round"),
        Section("Game End"),
        Section("Winning the Game"),
        # longer than its heading, for the entry (a) before it reads the same
        Section("Influence Points", "A : Influence Points The number of"),
        Section("Turnover", "B : Turnover"),
        # the rule for a tie in the total closes this section
        Section("Bonus Points", "C : Bonus Points"),
    ),
)

EDITIONS = (NL, DE, EN)
